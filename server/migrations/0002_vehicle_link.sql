CREATE TABLE "link_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"corrections_enabled" boolean NOT NULL,
	"caster_host" text NOT NULL,
	"caster_port" integer NOT NULL,
	"mountpoint" text NOT NULL,
	"caster_user" text NOT NULL,
	"sealed_password" text,
	"second_days" integer,
	"full_rate_days" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mower_autopilots" (
	"mower_id" uuid PRIMARY KEY NOT NULL,
	"fence" text NOT NULL,
	"phone" text,
	"report" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "telemetry_chunks" (
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"vehicle_id" uuid NOT NULL,
	"samples" "bytea" NOT NULL,
	CONSTRAINT "telemetry_chunks_from_at_vehicle_id_pk" PRIMARY KEY("from_at","vehicle_id")
);
--> statement-breakpoint
ALTER TABLE "odometers" ADD COLUMN "driving_s" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "odometers" ADD COLUMN "blade_s" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mission_progress" ADD COLUMN "left_at" jsonb;--> statement-breakpoint
ALTER TABLE "mission_progress" ADD COLUMN "from_leg" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mission_progress" ADD COLUMN "from_point" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mower_autopilots" ADD CONSTRAINT "mower_autopilots_mower_id_mowers_id_fk" FOREIGN KEY ("mower_id") REFERENCES "public"."mowers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "telemetry_chunks_vehicle" ON "telemetry_chunks" USING btree ("vehicle_id","from_at");