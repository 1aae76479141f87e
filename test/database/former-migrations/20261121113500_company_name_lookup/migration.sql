-- Looking a name up needs the index alone: PostgreSQL sees that an index on an expression is enough only when the columns
-- of the expression are in it, too. A name of more than 800 bytes equals no text that can be asked for, which has 100
-- characters at most (lower-casing makes two of one at worst), and would not fit into an index twice. The schema
-- language has neither expressions nor conditions.
DROP INDEX "company_lower_name_idx";
CREATE INDEX "company_lower_name_idx" ON "company" (lower("name") text_pattern_ops) INCLUDE ("id", "name")
    WHERE octet_length("name") <= 800;
