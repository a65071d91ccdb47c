/**
 * Membership in rooms of the live map. Columns are the people of `table.ts`; the three letters stand for the
 * room of the User, of a colleague, and of a user in another organisation.
 *
 * Y member · x not a member · S cannot connect
 */
export const rooms: Record<string, string> = {
  //                       guest User Staff Cust Admin platform administrator
  'session:<>': /*      */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'user:<>': /*         */ 'SSS  Yxx  xxx   xxx  xxx   xxx',
  'organisation:<>': /* */ 'SSS  YYx  YYx   YYx  YYx   YYY',
  'organisation:<>:staff': 'SSS  xxx  YYx   xxx  YYx   YYY',
  'organisation:<>:user:<>': 'SSS  Yxx  xxx   xxx  xxx   xxx',
  // Members who are limited to a group: tests/tracking/groups.test.ts.
  'organisation:<>:group:<>': 'SSS  xxx  xxx   xxx  xxx   xxx',
}

/** Clients of the MQTT port: anonymous, a person, a tracker. */
export const clients = [
  ...(['anonymous', 'the User', 'an administrator', 'the User’s tracker'] as const),
  ...(['a tracker of the same organisation', 'another organisation’s tracker'] as const),
]

/**
 * Permissions on topics of the User's tracker, whose number is <n>. Columns are the clients above.
 *
 * Y allowed · N refused (the connection is closed, the subscription fails) · S cannot sign in
 */
export const topics: Record<string, string> = {
  'publish trackers/<n>/position': /*   */ 'S S S  Y N N',
  'publish trackers/<n>/status': /*     */ 'S S S  Y N N',
  'publish trackers/<n>/config': /*     */ 'S S S  N N N',
  'publish trackers/<n>/command': /*    */ 'S S S  N N N',
  'publish trackers/<n>/anything': /*   */ 'S S S  N N N',
  'publish anything': /*                */ 'S S S  N N N',
  // The tracker is identified by the sign-in, not the topic: each reports for itself.
  'publish owntracks/<n>/phone': /*     */ 'S S S  Y Y Y',
  // For gateway nodes, which sign in as such: tests/gateway/transports/meshtastic.test.ts.
  'publish msh/NZ/2/json/LongFast/!da5ed0a0': 'S S S  N N N',

  'subscribe trackers/<n>/position': /* */ 'S S S  Y N N',
  'subscribe trackers/<n>/status': /*   */ 'S S S  Y N N',
  'subscribe trackers/<n>/config': /*   */ 'S S S  Y N N',
  'subscribe trackers/<n>/command': /*  */ 'S S S  Y N N',
  'subscribe trackers/<n>/#': /*        */ 'S S S  Y N N',
  'subscribe trackers/+/config': /*     */ 'S S S  N N N',
  'subscribe trackers/#': /*            */ 'S S S  N N N',
  'subscribe +/<n>/config': /*          */ 'S S S  N N N',
  'subscribe #': /*                     */ 'S S S  N N N',
  'subscribe $SYS/#': /*                */ 'S S S  N N N',
  'subscribe msh/#': /*                 */ 'S S S  N N N',
  'subscribe owntracks/<n>/phone/cmd': 'S S S  Y N N',
  'subscribe owntracks/<n>/#': /*       */ 'S S S  N N N',
  'subscribe owntracks/+/+/cmd': /*     */ 'S S S  N N N',
}
