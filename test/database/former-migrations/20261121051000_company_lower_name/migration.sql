-- Names that equal a text, whatever the case. The schema language has no indexes of expressions.
CREATE INDEX "company_lower_name_idx" ON "company" (lower("name") text_pattern_ops);
