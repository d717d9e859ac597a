/** The job that looks at everything, whoever asks for it. */
export const HEALTH_JOB = 'health'
