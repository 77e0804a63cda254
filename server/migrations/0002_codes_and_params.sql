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
