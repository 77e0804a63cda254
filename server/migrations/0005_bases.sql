CREATE TABLE "bases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"position" jsonb NOT NULL,
	"heading_deg" double precision NOT NULL,
	"approach" jsonb NOT NULL,
	"has_charger" boolean NOT NULL,
	"mower_id" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bases_mower" UNIQUE("mower_id")
);
--> statement-breakpoint
ALTER TABLE "bases" ADD CONSTRAINT "bases_mower_id_mowers_id_fk" FOREIGN KEY ("mower_id") REFERENCES "public"."mowers"("id") ON DELETE set null ON UPDATE no action;