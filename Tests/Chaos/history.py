"""All uploads that fork.uploads ever held, in one order, however often the topic was recreated or its start deleted.

A record's place is its partition and its offset plus the records of the topics before: each topic continues the one before."""
import collections
import model
from broker import DEAD, JOBS, moved, UPLOADS

# One topic's time: `starts` has the first place of each partition, `heights` where each partition of the output ended when
# the topic was made, `logs` the number of bytes that the log of each worker had.
Era = collections.namedtuple("Era", "starts heights logs")


class History:
    def __init__(self): self.eras, self.rows = [Era({}, {}, {})], {}

    @property
    def starts(self): return self.eras[-1].starts

    def keep(self, rows):
        """Takes over the uploads that are in the topic now, and returns their places."""
        for row in rows:
            row.offset += self.starts.get(row.partition, 0)
            self.rows[row.partition, row.offset] = row
        return {(row.partition, row.offset) for row in rows}

    def keep_all(self, broker): return self.keep(model.read_uploads(broker))

    def recreated(self, ends, heights, logs):
        """The topic is another one from now on; the old one ended at `ends`."""
        self.eras.append(Era(moved(ends, self.starts), heights, logs))

    def uploads(self): return [self.rows[place] for place in sorted(self.rows)]

    def committed(self, offsets): return moved(offsets, self.starts)

    def letter(self, row):
        """A dead letter with the place of its upload: the letters of an earlier topic lie before those of a later one."""
        topic, partition, offset = row.place
        if topic != UPLOADS: return row
        era = last(self.eras, lambda era: era.heights.get((DEAD, 0), 0) <= row.offset)
        return row._replace(place=(topic, partition, offset + era.starts.get(partition, 0)))

    def job(self, row):
        """A job whose id names the topic too: an id is made of an upload's offset, which begins again with each topic."""
        eras = [era for era in self.eras if era.heights.get((JOBS, row.partition), 0) <= row.offset]
        return row._replace(id=(len(eras), row.id))

    def logged(self, worker, event):
        """The place of an upload that a worker's log names, by where in the log that is."""
        era = last(self.eras, lambda era: era.logs.get(worker, 0) <= event["byte"])
        return event["partition"], event["offset"] + era.starts.get(event["partition"], 0)


def last(eras, is_over): return [era for era in eras if is_over(era)][-1]
