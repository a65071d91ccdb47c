const byId: Record<string, AddressedResource['resource']> = {
  '/app/tracker': 'tracker',
  '/app/tracker/edit': 'tracker',
  '/app/boundary/edit': 'boundary',
  '/app/message': 'message',
  '/app/file': 'file',
  '/app/file/edit': 'file',
  '/app/plan': 'devplan',
  '/app/goal': 'devgoal',
  '/app/goal/edit': 'devgoal',
  '/app/goal/admin': 'devgoal',
  '/app/activity': 'devactivity',
  '/app/activity/edit': 'devactivity',
  '/app/procedure': 'procedure',
  '/app/procedure/edit': 'procedure',
  '/app/form': 'devform',
  '/app/form/edit': 'devform',
  '/app/qualification': 'devqualification',
  '/app/userrelationship': 'userrelationship',
  '/app/cycle/admin': 'devcycle',
}

/** The resource of one organisation that an address names: `?tracker=7`, `?folder=7`, or `?id=7` on the page of a resource. */
export function resourceInAddress(pathname: string, search: string): AddressedResource | null {
  const params = new URLSearchParams(search)
  const tracker_id = idIn(params.get('tracker') ?? params.get('tracker_id'))
  if (tracker_id) return { resource: 'tracker', id: tracker_id }
  const folder_id = pathname.startsWith('/app/files') ? idIn(params.get('folder')) : null
  if (folder_id) return { resource: 'file', id: folder_id }
  const resource = byId[pathname.replace(/\/$/, '')]
  const id = idIn(params.get('id'))
  return resource && id ? { resource, id } : null
}

/** The first id of a comma-separated list. */
function idIn(text: string | null): number | null {
  const id = Number((text ?? '').split(',')[0])
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export type AddressedResource = {
  resource:
    | ('tracker' | 'boundary' | 'message' | 'file')
    | ('devplan' | 'devgoal' | 'devactivity' | 'procedure' | 'devform' | 'devqualification' | 'userrelationship')
    | 'devcycle'
  id: number
}
