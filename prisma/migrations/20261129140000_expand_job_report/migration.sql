-- What a job did beside matching: numbers of values, or of companies of a list.
ALTER TABLE job ADD COLUMN report jsonb;
