ALTER TABLE "carts" ADD COLUMN "fuel_litres_per_100_km" double precision;--> statement-breakpoint
ALTER TABLE "mowers" ADD COLUMN "fuel_litres_per_100_km" double precision;