CREATE TABLE `acquisition_gate` (
	`gate_id` integer PRIMARY KEY NOT NULL,
	`reconciliation` text DEFAULT 'ready' NOT NULL,
	`reconciliation_reason` text,
	`reconciliation_at` text,
	`owner` text,
	`run_id` text,
	`reason` text,
	`closed_at` text,
	`heartbeat_at` text,
	`epoch` integer DEFAULT 0 NOT NULL
);

CREATE TABLE `acquisition_leases` (
	`lease_id` text PRIMARY KEY NOT NULL,
	`producer` text NOT NULL,
	`subject` text NOT NULL,
	`taken_at` text NOT NULL,
	`heartbeat_at` text NOT NULL
);
