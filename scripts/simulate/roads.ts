/**
 * Motorways and arterial roads around Auckland, drawn by hand for simulated vehicles. Places are on the coarse land of
 * the built-in map, except for the Harbour Bridge.
 */

type Place = readonly [lon: number, lat: number]

/** Interchanges and town centres. */
export const places = {
  albany: [174.708, -36.728],
  constellation: [174.727, -36.751],
  sunnynook: [174.74, -36.762],
  tristram: [174.747, -36.775],
  northcote_road: [174.7565, -36.787],
  takapuna: [174.771, -36.788],
  glenfield: [174.7225, -36.781],
  esmonde: [174.7595, -36.798],
  onewa: [174.7505, -36.8125],
  bridge_north: [174.7495, -36.822],
  bridge_south: [174.744, -36.8395],
  victoria_park: [174.7535, -36.848],
  britomart: [174.7665, -36.8455],
  queen_street: [174.7595, -36.8575],
  ponsonby: [174.748, -36.859],
  spaghetti_junction: [174.76, -36.8625],
  western_springs: [174.724, -36.8665],
  mount_albert: [174.7175, -36.885],
  kingsland: [174.744, -36.8725],
  balmoral: [174.745, -36.889],
  mount_eden: [174.764, -36.88],
  newmarket: [174.7775, -36.87],
  parnell: [174.781, -36.857],
  remuera: [174.798, -36.88],
  meadowbank: [174.822, -36.877],
  glen_innes: [174.857, -36.879],
  greenlane: [174.798, -36.891],
  ellerslie: [174.809, -36.899],
  penrose: [174.819, -36.909],
  panmure: [174.855, -36.902],
  sylvia_park: [174.841, -36.918],
  mount_wellington: [174.844, -36.93],
  three_kings: [174.756, -36.905],
  royal_oak: [174.774, -36.911],
  mount_roskill: [174.738, -36.9105],
  hillsborough: [174.756, -36.917],
  onehunga: [174.785, -36.924],
  airport: [174.793, -37.003],
  puhinui_road: [174.8235, -36.993],
  otahuhu: [174.845, -36.946],
  papatoetoe: [174.855, -36.978],
  puhinui: [174.859, -36.988],
  wiri: [174.866, -37.004],
  manukau: [174.8805, -36.992],
  otara: [174.872, -36.96],
  ormiston: [174.912, -36.966],
  manurewa: [174.896, -37.023],
  takanini: [174.918, -37.044],
} as const satisfies Record<string, Place>

export type PlaceName = keyof typeof places

/** Roads through those places, with their speed in km/h. */
export const roads: readonly { kmh: number; by: readonly PlaceName[] }[] = [
  // The Northern Motorway, over the Harbour Bridge
  { kmh: 95, by: ['albany', 'constellation', 'sunnynook', 'tristram', 'northcote_road', 'esmonde', 'onewa'] },
  { kmh: 80, by: ['onewa', 'bridge_north', 'bridge_south', 'victoria_park', 'spaghetti_junction'] },
  // The Southern Motorway
  { kmh: 80, by: ['spaghetti_junction', 'newmarket', 'greenlane', 'ellerslie'] },
  {
    kmh: 95,
    by: [
      'ellerslie',
      'penrose',
      'sylvia_park',
      'mount_wellington',
      'otahuhu',
      'otara',
      'manukau',
      'manurewa',
      'takanini',
    ],
  },
  // Arterials
  { kmh: 50, by: ['britomart', 'victoria_park', 'ponsonby', 'queen_street', 'britomart'] },
  { kmh: 50, by: ['britomart', 'parnell', 'newmarket', 'remuera', 'meadowbank', 'glen_innes', 'panmure'] },
  { kmh: 50, by: ['queen_street', 'kingsland', 'mount_albert', 'mount_roskill', 'hillsborough', 'onehunga'] },
  { kmh: 50, by: ['ponsonby', 'western_springs', 'kingsland', 'balmoral'] },
  { kmh: 50, by: ['western_springs', 'mount_albert'] },
  { kmh: 50, by: ['spaghetti_junction', 'balmoral', 'mount_roskill'] },
  { kmh: 50, by: ['mount_albert', 'balmoral', 'mount_eden', 'greenlane', 'remuera'] },
  { kmh: 50, by: ['newmarket', 'mount_eden', 'three_kings', 'royal_oak', 'onehunga', 'penrose'] },
  { kmh: 60, by: ['ellerslie', 'panmure', 'sylvia_park'] },
  { kmh: 50, by: ['mount_wellington', 'otahuhu', 'papatoetoe', 'puhinui', 'wiri', 'manukau', 'puhinui'] },
  { kmh: 50, by: ['papatoetoe', 'otara'] },
  { kmh: 70, by: ['puhinui', 'puhinui_road', 'airport'] },
  { kmh: 60, by: ['otara', 'ormiston', 'manukau'] },
  { kmh: 50, by: ['wiri', 'manurewa'] },
  { kmh: 50, by: ['takapuna', 'northcote_road', 'glenfield'] },
  { kmh: 50, by: ['takapuna', 'esmonde'] },
  { kmh: 60, by: ['glenfield', 'constellation'] },
]

/** Walking routes. */
export const walks: readonly (readonly Place[])[] = [
  // The Domain
  [
    [174.7725, -36.858],
    [174.7765, -36.8585],
    [174.779, -36.861],
    [174.777, -36.8635],
    [174.773, -36.8625],
    [174.7725, -36.858],
  ],
  // Cornwall Park
  [
    [174.787, -36.897],
    [174.7915, -36.8955],
    [174.793, -36.899],
    [174.79, -36.9035],
    [174.785, -36.9025],
    [174.787, -36.897],
  ],
  // Queen Street
  [
    [174.7662, -36.847],
    [174.765, -36.8505],
    [174.7625, -36.854],
    [174.765, -36.8545],
    [174.768, -36.85],
    [174.7662, -36.847],
  ],
]

/** Patrols off East Cape, across the antimeridian: longitudes continue past 180. */
export const patrols: readonly (readonly Place[])[] = [
  [
    [179.93, -37.72],
    [180.06, -37.7],
    [180.07, -37.74],
    [179.94, -37.76],
    [179.93, -37.72],
  ],
  [
    [180.04, -37.62],
    [179.97, -37.64],
    [179.95, -37.6],
    [180.02, -37.58],
    [180.04, -37.62],
  ],
]
