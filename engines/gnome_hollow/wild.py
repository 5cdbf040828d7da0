"""Wildflowers: which path ends their tiles join, and when (H5.1, H7.4).

A *joint* is a pair of edges of a wildflower: `36 * number + 6 * lower edge + higher edge`. A
*closing* is the joints that together close one ring, sorted by place.
"""

from __future__ import annotations

from engines.gnome_hollow.garden import Garden
from engines.gnome_hollow.terms import OPEN


class Wild(Garden):
    """A garden whose wildflowers close rings. Paths that end at two of them are few and seldom, so
    they are searched plainly."""

    def list_closings(self) -> list[tuple[int, ...]]:
        """The closings of the fewest tiles, sorted by place; none where nothing can be closed."""
        ways = self.ways()
        best: list[tuple[int, ...]] = []
        least = 0
        for paths, joints in sorted(self.cycles(ways)):
            size = self.closing_size(paths)
            if not best or size < least:
                best, least = [], size
            if size == least:
                best.append(joints)
        return sorted(set(best), key=self.by_place)

    def ways(self) -> list[tuple[int, int, int]]:
        """Open paths with both ends at wildflowers: path, and the two edges that they face."""
        found: list[tuple[int, int, int]] = []
        if self.wild_count == 0:
            return found
        for path in range(self.path_count):
            if self.state[path] == OPEN:
                one, other = self.faced(self.end_a[path]), self.faced(self.end_b[path])
                if one >= 0 and other >= 0:
                    found.append((path, one, other))
        return found

    def faced(self, slot: int) -> int:
        """The wildflower's edge that an end faces; −1 where it faces none."""
        other = self.across(slot)
        return other if other >= 0 and self.is_wild(other // 6) else -1

    def cycles(
        self, ways: list[tuple[int, int, int]]
    ) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Every ring that joints could close: its paths, ascending, and its joints by place.

        Each is found from its path of the lowest number, along it from its first end.
        """
        found: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        for at, (path, start, end) in enumerate(ways):
            self.follow(ways[at + 1 :], start, end, (path,), (), found)
        return found

    def follow(
        self, ways: list[tuple[int, int, int]], start: int, end: int, paths: tuple[int, ...],
        joints: tuple[int, ...], found: set[tuple[tuple[int, ...], tuple[int, ...]]],
    ) -> None:  # fmt: skip
        """Goes on from the edge `end` to every path of higher number, or back to `start`."""
        wild = end // 6
        if wild == start // 6:
            closed = (*joints, self.joint(end, start))
            if self.may_join(paths, closed):
                found.add((tuple(sorted(paths)), tuple(sorted(closed, key=self.rank))))
            return
        for path, one, other in ways:
            for near, far in ((one, other), (other, one)):
                used = {joint // 36 for joint in joints} | {wild}
                if path not in paths and near // 6 == wild and far // 6 not in used:
                    step = (*joints, self.joint(end, near))
                    self.follow(ways, start, far, (*paths, path), step, found)

    def joint(self, slot: int, other: int) -> int:
        low, high = min(slot, other), max(slot, other)
        return 36 * (low // 6) + 6 * (low % 6) + high % 6

    def may_join(self, paths: tuple[int, ...], joints: tuple[int, ...]) -> bool:
        """No two owners on the ring, and nothing that lies on a wildflower is crossed."""
        owners = {self.owner[path] for path in paths if self.owner[path] >= 0}
        return len(owners) < 2 and all(self.is_free(joint) for joint in joints)

    def is_free(self, joint: int) -> bool:
        """Whether the joint crosses none of those fixed on its wildflower.

        It shares no edge with them: a path that ends at an edge is not joined there.
        """
        first = 6 * (joint // 36)
        low, high = joint % 36 // 6, joint % 6
        inside = [self.mate_of[first + edge] - first for edge in range(low + 1, high)]
        return all(low < mate < high for mate in inside if mate >= 0)

    def closing_size(self, paths: tuple[int, ...]) -> int:
        """The size of the ring (H4): tiles of its paths, and a wildflower between any two."""
        self.marks += 1
        return sum(self.count_tiles(path) for path in paths) + len(paths)

    def rank(self, joint: int) -> int:
        """Joints in the order of their cells, then edges."""
        return 36 * self.cell_of[joint // 36] + joint % 36

    def by_place(self, joints: tuple[int, ...]) -> list[int]:
        return [self.rank(joint) for joint in joints]

    def fix(self, joints: tuple[int, ...]) -> None:
        """Joins the ends; the ring that closes is added to `closed`."""
        for joint in joints:
            number, low, high = joint // 36, joint % 36 // 6, joint % 6
            self.mate_of[6 * number + low] = 6 * number + high
            self.mate_of[6 * number + high] = 6 * number + low
            self.found_path(number, low, high, 0)
            self.join(6 * number + low, self.across(6 * number + low))
            self.join(6 * number + high, self.across(6 * number + high))
