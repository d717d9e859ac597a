CREATE TABLE `llm_calls` (
	`call_id` integer PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`feature` text NOT NULL,
	`description` text NOT NULL,
	`model` text NOT NULL,
	`prompt_tokens` integer NOT NULL,
	`completion_tokens` integer DEFAULT 0 NOT NULL,
	`estimated` integer DEFAULT true NOT NULL,
	`requests` integer DEFAULT 0 NOT NULL,
	`latency_ms` integer,
	`failure` text,
	`detail` text,
	`cost_micros` integer,
	`entity_type` text,
	`entity_id` text
);

CREATE INDEX `llm_calls_by_time` ON `llm_calls` (`at`);
CREATE INDEX `llm_calls_running` ON `llm_calls` (`at`) WHERE "llm_calls"."latency_ms" is null;
CREATE TABLE `llm_models` (
	`base_url` text NOT NULL,
	`model` text NOT NULL,
	`tools` integer,
	`vision` integer,
	`json_format` integer,
	`chars_per_token` integer,
	`learned_at` text NOT NULL,
	PRIMARY KEY(`base_url`, `model`)
);

CREATE TABLE `llm_requests` (
	`request_id` integer PRIMARY KEY NOT NULL,
	`at` text NOT NULL
);

CREATE INDEX `llm_requests_by_time` ON `llm_requests` (`at`);
CREATE TABLE `llm_servers` (
	`base_url` text PRIMARY KEY NOT NULL,
	`circuit` text DEFAULT 'closed' NOT NULL,
	`failures_in_row` integer DEFAULT 0 NOT NULL,
	`changed_at` text,
	`blocked_until` text,
	`failure` text,
	`detail` text,
	`last_ok_at` text,
	`last_failed_at` text,
	`plain_streams` integer DEFAULT false NOT NULL
);

