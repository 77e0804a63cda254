ALTER TABLE "positions" RENAME TO "positions_rest";--> statement-breakpoint
ALTER TABLE "positions_rest" RENAME CONSTRAINT "positions_at_vehicle_id_pk" TO "positions_rest_pk";--> statement-breakpoint
ALTER INDEX "positions_vehicle" RENAME TO "positions_rest_vehicle";--> statement-breakpoint
CREATE TABLE "positions" (LIKE "positions_rest") PARTITION BY RANGE ("at");--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_at_vehicle_id_pk" PRIMARY KEY ("at","vehicle_id");--> statement-breakpoint
CREATE INDEX "positions_vehicle" ON "positions" ("vehicle_id","at");--> statement-breakpoint
ALTER TABLE "positions" ATTACH PARTITION "positions_rest" DEFAULT;--> statement-breakpoint
ALTER TABLE "telemetry_chunks" RENAME TO "telemetry_chunks_rest";--> statement-breakpoint
ALTER TABLE "telemetry_chunks_rest" RENAME CONSTRAINT "telemetry_chunks_from_at_vehicle_id_pk" TO "telemetry_chunks_rest_pk";--> statement-breakpoint
ALTER INDEX "telemetry_chunks_vehicle" RENAME TO "telemetry_chunks_rest_vehicle";--> statement-breakpoint
CREATE TABLE "telemetry_chunks" (LIKE "telemetry_chunks_rest") PARTITION BY RANGE ("from_at");--> statement-breakpoint
ALTER TABLE "telemetry_chunks" ADD CONSTRAINT "telemetry_chunks_from_at_vehicle_id_pk" PRIMARY KEY ("from_at","vehicle_id");--> statement-breakpoint
CREATE INDEX "telemetry_chunks_vehicle" ON "telemetry_chunks" ("vehicle_id","from_at");--> statement-breakpoint
ALTER TABLE "telemetry_chunks" ATTACH PARTITION "telemetry_chunks_rest" DEFAULT;
