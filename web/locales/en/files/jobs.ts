/** The list of background jobs. */
export const jobListTexts = {
  jobList: {
    title: 'Background jobs',
    text: 'Zips, encryption and exports of everybody in the organisation. They are listed for a month.',
    empty: 'There are no jobs.',
    state: 'State',
  },
} as const
/** Names of its fields, in lists. */
export const jobFields = {
  kind: 'Kind',
  source: 'What',
  state: 'State',
  error_message: 'Why it failed',
  created_at: 'Begun',
  ended_at: 'Ended',
} as const
