-- SQL of commands, as PostgreSQL describes it. Written by `npm run statements`.

-- (countAnswer)
-- columns: count integer
-- rows: { count: number }
SELECT count(*)::int FROM company c JOIN company_technology ct ON ct.company_id = c.id
  JOIN technology t ON t.id = ct.technology_id AND t.tech_key = 'kubernetes'
WHERE c.industry = 'Software' AND c.country = 'DE' AND EXISTS (SELECT FROM company_domain WHERE domain = 'aws.example')
  AND NOT EXISTS (SELECT FROM partnership p JOIN company_domain d ON d.company_id = p.partner_id
                  WHERE p.company_id = c.id AND d.domain = 'aws.example');

-- (fillCatalogue)
-- columns: ?column? integer
SELECT 1 FROM company LIMIT 1;

-- (findExamples)
-- columns: slug text, domain text
-- rows: Example
SELECT slug, primary_domain AS domain FROM company
ORDER BY (partnership_count BETWEEN 3 AND 8) DESC, technology_count DESC, id LIMIT 2;

-- (restoreConfigured)
VACUUM (ANALYZE);
