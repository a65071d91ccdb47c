import { version } from '#db/version.ts'
import type { Caller } from '../by_key/caller.ts'

/** The server as Traccar describes itself: nothing can be changed. */
export const aboutServer = {
  id: 1,
  attributes: {},
  registration: false,
  readonly: true,
  deviceReadonly: true,
  limitCommands: true,
  map: null,
  bingKey: null,
  mapUrl: null,
  poiLayer: null,
  latitude: 0,
  longitude: 0,
  zoom: 0,
  twelveHourFormat: false,
  forceSettings: false,
  coordinateFormat: null,
  openIdEnabled: false,
  openIdForce: false,
  version,
}

/** The user of a session: the key, of which the program learns no more of its owner than it knows. */
export const userOf = ({ viewer, name }: Caller) => ({
  id: viewer.user_id,
  attributes: {},
  name: viewer.api_key.name,
  login: null,
  email: name,
  phone: null,
  readonly: true,
  administrator: false,
  map: null,
  latitude: 0,
  longitude: 0,
  zoom: 0,
  twelveHourFormat: false,
  coordinateFormat: null,
  disabled: false,
  expirationTime: null,
  deviceLimit: 0,
  userLimit: 0,
  deviceReadonly: true,
  limitCommands: true,
  fixedEmail: true,
  poiLayer: null,
})
