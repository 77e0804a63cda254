CREATE TABLE "zone_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"zone_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"product" text NOT NULL,
	"by" text NOT NULL,
	"by_id" bigint,
	CONSTRAINT "zone_records_once" UNIQUE("zone_id","kind","at","product")
);
