ALTER TABLE "alert_evaluator" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alert_evaluator" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offer_change" ADD COLUMN "source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offer_change" ALTER COLUMN "source" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "alert_rule_snoozed" ON "alert_rule" USING btree ("snoozed_until") WHERE "alert_rule"."snoozed_until" is not null;