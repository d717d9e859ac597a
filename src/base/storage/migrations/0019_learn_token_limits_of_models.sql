ALTER TABLE `llm_models` ADD `temperature` integer;
ALTER TABLE `llm_models` ADD `max_tokens` integer;
