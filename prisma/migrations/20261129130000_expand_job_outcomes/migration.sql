-- What running rows of a job gave: the rows of one transaction each.
CREATE TABLE job_outcome (
    job_id    integer NOT NULL,
    first_row integer NOT NULL,
    row_count integer NOT NULL,
    outcomes  text    NOT NULL,

    CONSTRAINT job_outcome_pkey PRIMARY KEY (job_id, first_row),
    CONSTRAINT job_outcome_job_id_fkey FOREIGN KEY (job_id) REFERENCES job (id) ON DELETE CASCADE ON UPDATE CASCADE
);
