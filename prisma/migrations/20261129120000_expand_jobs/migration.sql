-- Files that callers send, and what the service does with their rows.
CREATE TABLE job (
    id               serial  NOT NULL,
    organization_id  integer NOT NULL,
    user_id          integer,
    api_key_id       integer,
    kind             text    NOT NULL,
    status           text    NOT NULL,
    is_shared        boolean NOT NULL DEFAULT false,
    list_id          integer,
    min_confidence   numeric(4, 3) NOT NULL,
    max_credits      integer,
    columns          jsonb   NOT NULL DEFAULT '[]',
    choices          jsonb   NOT NULL DEFAULT '{}',
    leave_out        text[]  NOT NULL DEFAULT '{}',
    round            integer NOT NULL DEFAULT 0,
    row_count        integer NOT NULL DEFAULT 0,
    matched          integer NOT NULL DEFAULT 0,
    unmatched        integer NOT NULL DEFAULT 0,
    invalid          integer NOT NULL DEFAULT 0,
    duplicates       integer NOT NULL DEFAULT 0,
    done             integer NOT NULL DEFAULT 0,
    input_bytes      bigint  NOT NULL DEFAULT 0,
    credits_required integer NOT NULL DEFAULT 0,
    credits_charged  integer NOT NULL DEFAULT 0,
    stopped          jsonb,
    error            jsonb,
    created_at       timestamptz(3) NOT NULL,
    updated_at       timestamptz(3) NOT NULL,
    finished_at      timestamptz(3),
    began_at         timestamptz(3),
    lease            uuid,
    leased_until     timestamptz(3),
    served_at        timestamptz(3),

    CONSTRAINT job_pkey PRIMARY KEY (id),
    CONSTRAINT job_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT job_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user" (id) ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT job_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_key (id) ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT job_list_id_fkey FOREIGN KEY (list_id) REFERENCES list (id) ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX job_organization_id_id_idx ON job (organization_id, id);
CREATE INDEX job_user_id_idx ON job (user_id);
CREATE INDEX job_api_key_id_idx ON job (api_key_id);
CREATE INDEX job_list_id_idx ON job (list_id);
CREATE INDEX job_status_idx ON job (status);

-- Up to 1,000 rows of a job, with their results.
CREATE TABLE job_chunk (
    job_id    integer NOT NULL,
    number    integer NOT NULL,
    first_row integer NOT NULL,
    row_count integer NOT NULL,
    input     text    NOT NULL,
    output    text,
    round     integer,
    counts    jsonb,

    CONSTRAINT job_chunk_pkey PRIMARY KEY (job_id, number),
    CONSTRAINT job_chunk_job_id_fkey FOREIGN KEY (job_id) REFERENCES job (id) ON DELETE CASCADE ON UPDATE CASCADE
);
