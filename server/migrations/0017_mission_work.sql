CREATE TABLE "mission_work" (
	"mission_id" uuid PRIMARY KEY NOT NULL,
	"driven_m" double precision NOT NULL,
	"mown_m" double precision NOT NULL,
	"play" text
);
--> statement-breakpoint
ALTER TABLE "mission_work" ADD CONSTRAINT "mission_work_mission_id_missions_id_fk" FOREIGN KEY ("mission_id") REFERENCES "public"."missions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mission_work_play" ON "mission_work" USING btree ("mission_id") WHERE play is null;--> statement-breakpoint
CREATE INDEX "missions_started_at" ON "missions" USING btree ("started_at");--> statement-breakpoint
-- What was driven before this table existed, from the recorded paths, as the program measures it.
INSERT INTO "mission_work" ("mission_id", "driven_m", "mown_m")
SELECT stretch.mission_id, sum(path.metres), coalesce(sum(path.metres) FILTER (WHERE stretch.blade_on), 0)
FROM "mission_stretches" stretch
CROSS JOIN LATERAL (
	SELECT coalesce(sum(sqrt(
		((lon - last_lon) * (111412.84 * cos(middle) - 93.5 * cos(3 * middle))) ^ 2
		+ ((lat - last_lat) * (111132.92 - 559.82 * cos(2 * middle) + 1.175 * cos(4 * middle))) ^ 2)), 0) AS metres
	FROM (
		SELECT lon, lat, lag(lon) OVER (ORDER BY n) AS last_lon, lag(lat) OVER (ORDER BY n) AS last_lat,
			radians((lat + lag(lat) OVER (ORDER BY n)) / 2) AS middle
		FROM (
			SELECT (point ->> 0)::double precision AS lon, (point ->> 1)::double precision AS lat, n
			FROM jsonb_array_elements(stretch.points) WITH ORDINALITY AS points(point, n)
		) placed
	) pairs
) path
GROUP BY stretch.mission_id;
