-- SQL of commands, as PostgreSQL describes it. Written by `npm run statements`.

-- (fillCatalogue)
-- columns: ?column? integer
SELECT 1 FROM company LIMIT 1;

-- (findExamples)
-- columns: slug text, domain text
-- rows: Example
SELECT slug, primary_domain AS domain FROM company
ORDER BY (partnership_count BETWEEN 3 AND 8) DESC, technology_count DESC, id LIMIT 2;
