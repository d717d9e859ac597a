/** The job that runs all checks. */
export const HEALTH_JOB = 'health'
