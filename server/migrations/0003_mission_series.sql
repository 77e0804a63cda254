CREATE TABLE "mission_occurrences" (
	"series_id" uuid NOT NULL,
	"day" text NOT NULL,
	"mission_id" uuid NOT NULL,
	CONSTRAINT "mission_occurrences_series_id_day_pk" PRIMARY KEY("series_id","day")
);
--> statement-breakpoint
CREATE TABLE "mission_series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request" jsonb NOT NULL,
	"repeat" jsonb NOT NULL,
	"first_day" text NOT NULL,
	"clock" text NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "plan_source" text DEFAULT 'computed' NOT NULL;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "slot_s" integer;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "series_day" text;--> statement-breakpoint
ALTER TABLE "missions" ADD COLUMN "series_repeat" jsonb;--> statement-breakpoint
ALTER TABLE "mission_occurrences" ADD CONSTRAINT "mission_occurrences_series_id_mission_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."mission_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "missions_duration" ON "missions" USING btree ((("stats" ->> 'durationS')::double precision),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "missions_series_day" ON "missions" USING btree ("series_id","series_day") WHERE series_id is not null;