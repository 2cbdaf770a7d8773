"""A small document of rules in our own words, in the layout of official ones."""

TITLE = "Magic: The Gathering Comprehensive Rules"
STATEMENT = "These rules are effective as of June 6, 2025."

FRONT = f"""{TITLE}

{STATEMENT}

Introduction

This is a small document that is only here to be read by a program and written again.

Contents

1. First Things
100. General
101. Some Rules

2. Other Things
200. General

Glossary

Credits

"""

BODY = """1. First Things

100. General

100.1. These are the rules that hold for every game of the kind that is meant here.

100.1a A subrule of the first rule is in this place, and it says a little more about that.
Example: If there is one card, it is the first. (See rule 101.1.)
Example: If there are two cards, they are the first and the second of them.

100.1b A second subrule follows it.

100.2. This rule has more than one paragraph.
     The second paragraph is set in and belongs to the same rule as the one before it.

101. Some Rules

101.1. Titles

101.1a The rule above this one is nothing but a title, as many rules of this kind are.

101.2. The last rule of the chapter costs {2}{W} and isn't part of rule 100.1b.

2. Other Things

200. General

200.1. There is only one rule here.

"""

BACK = """Glossary

Ability
1. Text on an object that explains what the object does or can do in the game.
2. Something on the stack.
See rule 100, "General."

Card
A piece of cardboard. See rule 100.1.

Mana Burn (Obsolete)
A loss of life in older editions of these rules, which is not in them any more.

Credits

Written by: Nobody in particular, with help from the others that are named here

These rules are effective as of June 6, 2025.

Published by the house that publishes them.
"""

DOCUMENT = FRONT + BODY + BACK
