"""Options of a check in words, for the command line and the API; `symbols.engine.request` has all that they take."""

from collections.abc import Mapping

OPTIONS: Mapping[str, str] = {
    "x": "value of X (107.3); 0 by default",
    "y": "value of Y",
    "z": "value of Z",
    "pool": "your mana, such as WWU or 3GG; '' for none",
    "snow": "the part of that mana from snow sources",
    "life": "your life total; 20 by default",
    "alternative": "alternative cost (118.9)",
    "minimum": "minimum mana in the total cost (601.2f)",
    "spend": "'any color' or 'any type': how mana may be spent (118.14)",
    "energy": "your energy counters (107.14)",
    "tickets": "your ticket counters (107.17)",
    "loyalty": "loyalty counters on the permanent (606.6)",
    "tapped": "yes or no: whether the permanent is tapped (107.5)",
    "creature": "yes or no: whether it is a creature (302.6)",
    "haste": "yes or no: whether it has haste (702.10)",
    "controlled": "yes or no: whether you have controlled it since the turn began (302.6)",
    "convoke": "colors of each untapped creature, such as {W}{G/W}{C} (702.51)",
    "improvise": "number of untapped artifacts you have (702.126)",
    "waterbend": "number of untapped artifacts and creatures for a waterbend cost, beyond those for convoke (701.67)",
    "delve": "number of cards in your graveyard (702.66)",
    "assist": "most generic mana another player will pay (702.132)",
    "life_for": "colors whose mana you may pay with 2 life each, such as B",
    "x_only": "the only colors of mana that may pay for X, such as B",
    "commander_casts": "earlier casts of your commander from the command zone (903.8)",
    "layout": "two-part card '{1}{R} // {2}{U}': split, adventure, omen, prototype, transform, modal or room",
    "cast": "the part you cast: 1, 2 or both",
    "affinity": "number of permanents that each make the cost {1} less (702.41)",
    "amount": "amount you choose for 'any amount of' or 'any number of' (107.1c)",
    "to_sacrifice": "number of permanents you could sacrifice to the cost (118.3)",
    "to_discard": "number of cards you could discard to the cost",
    "to_remove": "number of counters you could remove for the cost",
    "to_exile": "number of cards you could exile for the cost",
    "activated": "loyalty abilities of the permanent already activated this turn (606.3)",
    "activations": "number of its loyalty abilities that an effect lets you activate each turn",
    "edition": "date of the edition whose symbols to use, such as 2011-06-17",
}
"""Options that are given once."""

REPEATED: Mapping[str, str] = {
    "reduce": "cost reduction (118.7), such as {1}, '{W} colored only' or '{2} least 1'",
    "increase": "cost increase (601.2f)",
    "additional": "additional cost (118.8), also several times, '{2} 3 times'",
    "kicker": "kicker cost you pay (702.33)",
    "multikicker": "multikicker cost and times paid, '{1}{G} 3 times' (702.33c)",
    "replicate": "replicate cost and times paid, '{1}{U} 2 times' (702.56)",
    "strive": "strive cost and number of targets, '{2}{R} 3 targets'",
    "escalate": "escalate cost and number of modes, '{1} 2 modes' (702.120)",
}
"""Options that may be given several times."""
