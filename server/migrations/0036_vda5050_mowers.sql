CREATE TABLE "vda5050_mowers" (
	"mower_id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"user" text NOT NULL,
	"sealed_password" text,
	"authority" text NOT NULL,
	"interface_name" text NOT NULL,
	"version" text NOT NULL,
	"manufacturer" text NOT NULL,
	"serial_number" text NOT NULL,
	"map_id" text NOT NULL,
	"origin" jsonb NOT NULL,
	"x_axis_deg" double precision NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vda5050_mowers" ADD CONSTRAINT "vda5050_mowers_mower_id_mowers_id_fk" FOREIGN KEY ("mower_id") REFERENCES "public"."mowers"("id") ON DELETE cascade ON UPDATE no action;