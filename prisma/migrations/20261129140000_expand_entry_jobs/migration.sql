-- The job whose rows a charge paid for. The job may have been deleted since: the ledger keeps its id.
ALTER TABLE credit_entry ADD COLUMN job_id integer;

-- Outcomes of rows count towards the quota of an organization, like the rows themselves.
ALTER TABLE job ADD COLUMN outcome_bytes bigint NOT NULL DEFAULT 0;
