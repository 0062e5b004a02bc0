"""The verdicts on dispatchers, each seen to fail on a planted fault."""
import unittest
import deliveries
from deliveries import Due, Request

JOBS = [Due("A", "c", 0, 3), Due("B", "c", 0, 5), Due("C", "d", 1, 0)]


def request(id, begin, end=None, said="yes", sequence=None, body="x", is_verified=True):
    job = next((job for job in JOBS if job.id == id), Due(id, "c", 0, 9))
    return Request(id, job.connection, job.offset if sequence is None else sequence, begin, begin if end is None else end,
                   said, body, is_verified)


GOOD = [request("A", 1, said="no"), request("C", 1), request("A", 2), request("B", 3), request("B", 4)]


class Verdicts(unittest.TestCase):
    def test_a_good_run_has_no_faults(self):
        for found in (deliveries.lost(JOBS, GOOD, {}), deliveries.died(JOBS, GOOD, {}), deliveries.unlike_jobs(JOBS, GOOD),
                      deliveries.out_of_order(JOBS, GOOD), deliveries.overlaps(GOOD)):
            self.assertEqual(list(found), [])
        self.assertEqual(deliveries.doubles(GOOD), 1)

    def test_a_job_that_no_receiver_accepted_is_lost(self):
        self.assertEqual(len(list(deliveries.lost(JOBS, GOOD[:3], {}))), 1)
        stopped = [*GOOD[:3], request("B", 3, said="stop")]
        self.assertEqual(len(list(deliveries.lost(JOBS, stopped, {}))), 1)
        self.assertEqual(list(deliveries.lost(JOBS, stopped, {"B": ["aborted"]})), [])

    def test_a_job_is_dead_only_if_a_receiver_stopped_it(self):
        stopped = [*GOOD, request("B", 5, said="stop")]
        self.assertEqual(list(deliveries.died(JOBS, stopped, {"B": ["aborted"]})), [])
        for dead in ({"B": ["status"]}, {"B": ["aborted"] * 2}, {"A": ["aborted"]}, {"X": ["aborted"]}):
            self.assertEqual(len(list(deliveries.died(JOBS, stopped, dead))), 1, dead)

    def test_requests_are_those_of_the_jobs(self):
        for wrong in (request("A", 5, body="y"), request("A", 5, sequence=4), request("X", 5), request("A", 5, is_verified=False)):
            self.assertEqual(len(list(deliveries.unlike_jobs(JOBS, [*GOOD, wrong]))), 1, wrong)

    def test_a_job_waits_for_all_earlier_ones_of_its_connection(self):
        self.assertEqual(len(list(deliveries.out_of_order(JOBS, [request("A", 1, said="no"), request("B", 2), request("A", 3)]))), 1)
        self.assertEqual(len(list(deliveries.out_of_order(JOBS, [request("B", 2)]))), 1)
        # A job that is sent again disturbs no order.
        self.assertEqual(list(deliveries.out_of_order(JOBS, [*GOOD, request("A", 9)])), [])
        self.assertEqual(list(deliveries.out_of_order(JOBS, [request("A", 1, said="stop"), request("B", 2)])), [])

    def test_requests_of_a_connection_do_not_overlap(self):
        self.assertEqual(len(list(deliveries.overlaps([request("A", 1, 9), request("B", 2, 3), request("A", 4, 5)]))), 2)
        self.assertEqual(list(deliveries.overlaps([request("A", 1, 9), request("C", 2, 3), request("B", 8.9, 10)])), [])

    def test_quantiles_are_values(self):
        self.assertEqual(deliveries.quantile([], 0.5), 0.0)
        self.assertEqual([deliveries.quantile([3, 1, 2], share) for share in (0, 0.5, 1)], [1, 2, 3])


if __name__ == "__main__": unittest.main()
