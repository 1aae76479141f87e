-- Changes of stored rows that the service has made once, with code of its own.

CREATE TABLE data_migration (
    name        text           NOT NULL,
    finished_at timestamptz(3) NOT NULL DEFAULT now(),

    CONSTRAINT data_migration_pkey PRIMARY KEY (name)
);
