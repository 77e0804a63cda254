-- Values that were a kind with an English sentence become a code with params.
UPDATE "mission_plans" SET "plan" = jsonb_set("plan", '{warnings}', (
	SELECT jsonb_agg(jsonb_build_object('code', warning->'kind', 'params', '{}'::jsonb) ORDER BY place)
	FROM jsonb_array_elements("plan"->'warnings') WITH ORDINALITY AS warnings(warning, place)
)) WHERE "plan" @? '$.warnings[*].kind';
--> statement-breakpoint
UPDATE "raster_uploads" SET "fault" = jsonb_build_object(
	'code', CASE "fault"->>'kind' WHEN 'damaged' THEN 'fileDamaged' WHEN 'tooLarge' THEN 'tooManyPixels' ELSE "fault"->>'kind' END,
	'params', '{}'::jsonb
) WHERE "fault" ? 'kind';
--> statement-breakpoint
CREATE FUNCTION pg_temp.said(stored jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
	RETURN CASE jsonb_typeof(stored)
		WHEN 'array' THEN (
			SELECT coalesce(jsonb_agg(pg_temp.said(part) ORDER BY place), '[]'::jsonb)
			FROM jsonb_array_elements(stored) WITH ORDINALITY AS parts(part, place)
		)
		WHEN 'object' THEN jsonb_build_object(
			'code', CASE stored->>'kind' WHEN 'conflict' THEN 'slotConflict' ELSE regexp_replace(stored->>'kind', '^error[.]', '') END,
			'params', (
				SELECT coalesce(jsonb_object_agg(name, pg_temp.said(param)), '{}'::jsonb)
				FROM jsonb_each(stored->'values') AS params(name, param)
			)
		)
		ELSE stored
	END;
END $$;
--> statement-breakpoint
UPDATE "missions" SET "status_why" = pg_temp.said("status_why") WHERE "status_why" ? 'kind';
--> statement-breakpoint
UPDATE "mission_logs" SET "said" = pg_temp.said("said") WHERE "said" ? 'kind';
--> statement-breakpoint
UPDATE "notifications" SET "values" = (
	SELECT jsonb_object_agg(name, pg_temp.said(param)) FROM jsonb_each("values") AS params(name, param)
) WHERE "values" @? '$.*.kind';
--> statement-breakpoint
UPDATE "push_queue" SET "message" = jsonb_set("message", '{values}', (
	SELECT jsonb_object_agg(name, pg_temp.said(param)) FROM jsonb_each("message"->'values') AS params(name, param)
)) WHERE "message" @? '$.values.*.kind';
--> statement-breakpoint
DROP FUNCTION pg_temp.said(jsonb);
