-- When rows were last deleted by their age, so that a sweep notices a clock that has jumped. An upgrade begins with the latest
-- use of the service: if that is long ago by the clock, the first sweep waits.
CREATE TABLE last_sweep (
    id         integer        NOT NULL DEFAULT 1,
    swept_at   timestamptz(3) NOT NULL,
    doubted_at timestamptz(3),

    CONSTRAINT last_sweep_pkey PRIMARY KEY (id),
    CONSTRAINT last_sweep_id_check CHECK (id = 1)
);
INSERT INTO last_sweep (swept_at) SELECT coalesce(greatest(
    (SELECT max(last_used_at) FROM api_key),
    (SELECT at FROM event ORDER BY id DESC LIMIT 1)), now());
