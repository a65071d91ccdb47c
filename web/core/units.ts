import type { Row } from '#api/client.ts'

export type Units = Row<'userconfig'>['units']

const perSecond: Record<Units, number> = { metric: 3.6, imperial: 3600 / 1609.344, nautical: 3600 / 1852 }
const perMetre: Record<Units, number> = { metric: 1, imperial: 1 / 0.3048, nautical: 1 }

/** @returns km/h, mph or knots; small ones with one decimal */
export function toSpeed(metresPerSecond: number, units: Units): number {
  const speed = metresPerSecond * perSecond[units]
  return speed < 9.95 ? Math.round(speed * 10) / 10 : Math.round(speed)
}

/** @param speed km/h, mph or knots */
export const fromSpeed = (speed: number, units: Units): number => speed / perSecond[units]

/** @returns kilometres, miles or nautical miles */
export function toDistance(metres: number, units: Units): number {
  return (metres * perSecond[units]) / 3600
}

/** @param distance kilometres, miles or nautical miles */
export const fromDistance = (distance: number, units: Units): number => (distance * 3600) / perSecond[units]

/** @returns metres or feet */
export function toLength(metres: number, units: Units): number {
  return Math.round(metres * perMetre[units])
}
