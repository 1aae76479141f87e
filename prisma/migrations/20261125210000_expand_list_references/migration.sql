-- The lists that the current definitions of lists name. A deleted list stays named.
CREATE TABLE list_reference (
    list_id       integer NOT NULL,
    named_list_id integer NOT NULL,

    CONSTRAINT list_reference_pkey PRIMARY KEY (list_id, named_list_id),
    CONSTRAINT list_reference_list_id_fkey FOREIGN KEY (list_id) REFERENCES list (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX list_reference_named_list_id_idx ON list_reference (named_list_id);

-- One row an organization. Who changes lists that other lists name locks it first, so that those changes come one after another.
CREATE TABLE list_graph (
    organization_id integer NOT NULL,

    CONSTRAINT list_graph_pkey PRIMARY KEY (organization_id),
    CONSTRAINT list_graph_organization_id_fkey FOREIGN KEY (organization_id)
        REFERENCES organization (id) ON DELETE CASCADE ON UPDATE CASCADE
);
