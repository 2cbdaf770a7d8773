"""Find where removed rules live on: another rule that has a sentence of one, or most of it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from explorer.lineages.assignment import RuleAssignment
from explorer.lineages.similarity import Node, Words, index_by_word

# Minimum similarity of a sentence that lives on, its share of the rule, and similarity of the rules.
_SAME_SENTENCE, _MIN_SHARE, _MIN_ALIKE = 0.64, 0.245, 0.28
# Words in more rules than this don't suggest hosts.
_MAX_RULES_PER_WORD = 150
# Among its siblings' counterparts: minimum similarity of the rules and of the sentence, its share of the rule, and the
# share of it that is new there in runs of so many words.
_MIN_NEARBY, _NEARLY_SAME, _MIN_SHARE_NEARBY, _NEW_NEARBY, _RUN_NEARBY = 0.25, 0.75, 0.115, 0.5, 3
# Or, for a sentence with other words in between: the share of it that is new there, and its share of the rule.
_SPREAD, _MIN_SHARE_SPREAD = 0.55, 0.3
# Or the rule there replaces both this rule and its own counterpart: it is nearly as similar to this one.
_AS_ALIKE, _MIN_OF_BOTH, _KEPT_OF_BOTH = 0.9, 0.45, 0.35
# A sentence with this share of its rule lives on wherever only one rule has it.
_NEARLY_ALL = 0.6


class Remains:
    """Finds the rules in which removed ones live on; `late` have no sentence that shows by itself where it went."""

    def __init__(self, found: RuleAssignment, known: Iterable[tuple[Node, Node]], run: int) -> None:
        """Index the rules that changed or are new.

        `known` are other rules that live on, with their hosts. Shared words count only in runs of at least `run`.
        """
        self.late: set[Node] = set()
        self._found, self._similarity, self._run = found, found.similarity, run
        self._to = {**dict(known), **found.to}
        self._back = {**{host: rule for rule, host in self._to.items()}, **found.back}
        self._under: dict[Node, list[Node]] = defaultdict(list)
        self._times_new = Counter(sentence for host in found.new for sentence in host.sentences)
        changed = [host for host in found.new if not host.heading and not self._is_unchanged(host)]
        self._having = index_by_word({host: host.bag for host in changed})
        for host in changed:
            if host.up is not None:
                self._under[host.up].append(host)

    def _is_unchanged(self, host: Node) -> bool:
        return host in self._back and self._back[host].words == host.words

    def hosts_of(self, rules: Iterable[Node]) -> dict[Node, Node]:
        """New rules that have most of a sentence, or of all, of old ones; some have none."""
        left = list(rules)
        found: dict[Node, Node] = {}
        # Each search knows the siblings' counterparts from those before.
        for search in (self._by_sentence, self._nearby, self._having_nearly_all):
            for rule in left:
                host = search(rule)
                if host is not None:
                    found[rule] = host
            left = [rule for rule in left if rule not in found]
            self.late.update(left)
            self._to |= found
            self._back = {host: rule for rule, host in found.items()} | self._back
        return found

    def _by_sentence(self, rule: Node) -> Node | None:
        best: tuple[float, Node] | None = None
        for sentence, part in self._parts(rule):
            if part < _MIN_SHARE:
                continue
            weight = self._similarity.weight(sentence)
            for host in self._hosts(rule, sentence, weight):
                alike, had = self._similarity_in(host, sentence)
                is_same = alike > had and alike >= _SAME_SENTENCE
                if is_same and (best is None or alike * weight > best[0]) and self._is_only(sentence):
                    best = alike * weight, host
        return best[1] if best else None

    def _nearby(self, rule: Node) -> Node | None:
        """The rule near the siblings' counterparts that has most of one sentence, or took the rule's place."""
        best: tuple[float, Node] | None = None
        for host in self._where_siblings_went(rule):
            rated = self._rate_nearby(rule, host)
            if rated and (best is None or rated > best[0]):
                best = rated, host
        return best[1] if best else None

    def _rate_nearby(self, rule: Node, host: Node) -> float:
        """The share of a rule that is in one near its siblings' counterparts; 0 if too little."""
        similarity, alike = self._similarity, self._similarity(rule, host)
        if alike < _MIN_NEARBY or self._found.are_strangers(rule, host):
            return 0.0
        partner = self._back.get(host)
        if partner is not None and alike >= max(_MIN_OF_BOTH, _AS_ALIKE * similarity(partner, host)):
            kept = similarity.kept(rule.words, host.words, self._run) / similarity.weight(rule.words)
            if kept >= _KEPT_OF_BOTH:
                return kept
        best = 0.0
        gained = similarity.added(partner.words, host.words) if partner is not None else host.words
        for sentence, part in self._parts(rule):
            new = similarity.kept(sentence, gained, _RUN_NEARBY) / similarity.weight(sentence)
            if part < _MIN_SHARE_NEARBY or new < _NEW_NEARBY:
                continue
            same, had = self._similarity_in(host, sentence)
            goes_on = same > had and same >= _NEARLY_SAME
            is_spread = partner is not None and new >= _SPREAD and part >= _MIN_SHARE_SPREAD
            if (goes_on or is_spread) and self._is_only(sentence):
                best = max(best, part * max(same, new))
        return best

    def _having_nearly_all(self, rule: Node) -> Node | None:
        """The only rule with the sentence that makes up most of an old one; it may not be new there."""
        for sentence, part in self._parts(rule):
            if part >= _NEARLY_ALL and self._times_new[sentence] == 1:
                return next(host for host in self._found.new if sentence in host.sentences)
        return None

    def _parts(self, rule: Node) -> Iterator[tuple[Words, float]]:
        whole = sum(map(self._similarity.weight, rule.sentences))
        for sentence in rule.sentences:
            yield sentence, self._similarity.weight(sentence) / whole

    def _hosts(self, rule: Node, sentence: Words, weight: float) -> Iterator[Node]:
        shared = self._similarity.shared(dict.fromkeys(sentence), self._having, _MAX_RULES_PER_WORD)
        for host, common in shared.items():
            if common < weight * _SAME_SENTENCE / 2 or self._similarity(rule, host) < _MIN_ALIKE:
                continue
            if not self._found.are_strangers(rule, host):
                yield host

    def _where_siblings_went(self, rule: Node) -> Iterator[Node]:
        """Yield changed and new rules near the counterparts of the rule's parent, siblings, and parent's siblings."""
        to = self._to
        above = [up for up in (rule.up, rule.up.up if rule.up and "." in rule.up.key else None) if up is not None]
        went = [to[one].up for up in above for one in up.children if one in to]
        if rule.up in to:
            went.append(to[rule.up])
        for up in dict.fromkeys(went):
            if up is not None:
                yield from self._under.get(up, ())

    def _similarity_in(self, host: Node, sentence: Words) -> tuple[float, float]:
        """Similarity of a sentence to the most similar one in `host`, and of that one to the host's counterpart."""
        partner = self._back.get(host)
        had = partner.sentences if partner is not None else ()
        best, best_had = 0.0, 0.0
        for now in host.sentences:
            alike = self._similarity.of_words(sentence, now)
            before = max((self._similarity.of_words(one, now) for one in had), default=0.0)
            if alike > best and alike > before:
                best, best_had = alike, before
        return best, best_had

    def _is_only(self, sentence: Words) -> bool:
        words = set(sentence)
        return sum(sentence in old.sentences for old in self._found.old if words <= old.bag.keys()) == 1
