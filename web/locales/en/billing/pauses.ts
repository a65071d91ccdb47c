/** Memberships that are paused for some time. */
export const pauses = {
  title: 'Pause',
  pause: 'Pause',
  text: 'Nothing is invoiced, charged or reminded of in that time. What is to be paid is due later by the days of the pause.',
  from: 'First day',
  until: 'Last day',
  reason: 'Reason',
  reasonText: 'The member reads it.',
  extends: 'The paid period ends later by the days of the pause',
  opens: 'The member may use what it opens while it is paused',
  paused: 'The pause has been written.',
  end: 'End the pause',
  ended: 'The pause has been ended.',
  days: '{{from}} – {{until}}',
}
