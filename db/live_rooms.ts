/** The rooms of the live connection: who is in one hears what is said to it. */
export const liveRooms = {
  everybody: 'everybody',
  session: (session_id: number | null) => `session:${session_id}`,
  user: (user_id: number) => `user:${user_id}`,
  /** All of its members. */
  organisation: (organisation_id: number) => `organisation:${organisation_id}`,
  /** Those who see every tracker of the organisation. */
  staff: (organisation_id: number) => `organisation:${organisation_id}:staff`,
  /** A member who sees their own trackers. */
  owner: (organisation_id: number, user_id: number) => `organisation:${organisation_id}:user:${user_id}`,
  /** Those of a room who get its alerts, and ask for positions by viewport. */
  alertsOnly: (room: string) => `${room}:alerts`,
} as const
