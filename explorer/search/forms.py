"""Forms of words that a stemmer can't know, and a few that it takes for other words.

Each line has a word and its other forms; regular ones (`pays`, `paying`) are missing, for the stemmer has them. Here is
every irregular verb and noun of the rules of 2003 to 2026, with the forms that people may type. Left out are the forms
of `be` and `have`, which nobody looks for, those that two words share or that would make two words one (`leaves`,
`bases`, and `dice`, since `die` is the verb of `dies` too), and words that the rules have only in names.
"""

_IRREGULAR = """
become became
begin began begun
behold beheld
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
deal dealt
do does did done
draw drew drawn
drive drove driven
eat ate eaten
fall fell fallen
feed fed
fight fought
find found
forbid forbade forbidden
foretell foretold
forget forgot forgotten
freeze froze frozen
get got gotten
give gave given
go goes went gone
grow grew grown
hold held
keep kept
know knew known
lead led
leave left
lose lost
make made
mean meant
meet met
misunderstand misunderstood
override overrode overridden
overwrite overwrote overwritten
pay paid
redraw redrew redrawn
repay repaid
ride rode ridden
run ran
say said
see saw seen
seek sought
send sent
show shown
shrink shrank shrunk
sit sat
speak spoke spoken
spend spent
stand stood
steal stole stolen
strike struck
string strung
take took taken
tell told
think thought
throw threw thrown
understand understood
undergo undergoes underwent undergone
undo undoes undid undone
win won
write wrote written

addendum addenda
child children
criterion criteria
dwarf dwarves
elf elves
foot feet
fungus fungi
goose geese
half halves
index indices
knife knives
life lives
locus loci
man men
mouse mice
ox oxen
parenthesis parentheses
person people
phenomenon phenomena
thief thieves
tooth teeth
werewolf werewolves
wolf wolves
woman women
"""
# Regular forms that the stemmer cuts otherwise than the word itself.
_CUT_OTHERWISE = """
reference referenced referencing
sacrifice sacrificed sacrificing
"""

#: Each such form, and the word that it is a form of.
FORMS: dict[str, str] = {
    form: word
    for word, *forms in (line.split() for line in (_IRREGULAR + _CUT_OTHERWISE).splitlines() if line)
    for form in forms
}


def word_of(form: str) -> str:
    """Return the word that a form in small letters is of, where the stemmer would not find it; else the form itself."""
    return FORMS.get(form.removesuffix("'s").removesuffix("'"), form)


def initials_of(words: frozenset[str]) -> frozenset[str]:
    """Return the first letters of the forms of some words that begin otherwise than the word does: `go`, `went`."""
    return frozenset(form[0] for form, word in FORMS.items() if word in words and form[0] != word[0])
