-- Pages of some types: by the index of positions, a rare type would read all events of the organization.
CREATE INDEX event_organization_id_type_position_idx ON event (organization_id, type, position);
-- Those of the installation. NULL in the index above does not keep the order of positions.
CREATE INDEX event_installation_type_position_idx ON event (type, position) WHERE organization_id IS NULL;
