-- Missions are searched by parts of their titles, and there are tens of thousands of them. Where the database has no trigrams,
-- they are looked through one by one, which is slower and finds the same.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "missions_search" ON "missions" USING gin (lower("title" || ' ' || "created_by") gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'Missions are searched without an index: %', SQLERRM;
END
$$;
