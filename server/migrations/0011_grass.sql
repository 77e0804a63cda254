CREATE TABLE "grass_memories" (
	"feature_id" uuid PRIMARY KEY NOT NULL,
	"origin_lon" double precision NOT NULL,
	"origin_lat" double precision NOT NULL,
	"min_x" integer NOT NULL,
	"min_y" integer NOT NULL,
	"columns" integer NOT NULL,
	"rows" integer NOT NULL,
	"mower_ids" jsonb NOT NULL,
	"cells" "bytea" NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "direction_ledger" DROP CONSTRAINT "direction_ledger_pkey";--> statement-breakpoint
ALTER TABLE "direction_ledger" ADD CONSTRAINT "direction_ledger_mission_id_feature_id_pk" PRIMARY KEY("mission_id","feature_id");--> statement-breakpoint
ALTER TABLE "direction_ledger" ADD COLUMN "lengths" jsonb;--> statement-breakpoint
ALTER TABLE "direction_ledger" ADD COLUMN "share" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "mission_stretches" ADD COLUMN "is_remembered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "zone_types" ADD COLUMN "interval_days" integer;--> statement-breakpoint
CREATE INDEX "mission_stretches_new" ON "mission_stretches" USING btree ("id") WHERE "mission_stretches"."blade_on" and not "mission_stretches"."is_remembered";