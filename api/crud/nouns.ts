/** What people call one of a resource, where its name in addresses is not a word. */
export function nounOf(name: string): string {
  return nouns[name] ?? name
}

const nouns: Record<string, string> = {
  auditlog: 'log entry',
  datalock: 'data lock',
  messagetemplate: 'template',
  organisationconfig: 'organisation setting',
  outboxmail: 'mail',
  pushsubscription: 'push subscription',
  remindermessage: 'reminder',
  reportconfig: 'report setting',
  sharelink: 'link',
  trackercommand: 'command',
  trackerevent: 'tracker event',
  unknowndevice: 'unknown device',
  userconfig: 'setting',
  usertrackerconfig: 'setting of a tracker',
}
