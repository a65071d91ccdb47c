const KNOT = 1852 / 3600

/** Metres per second in knots. */
export const knots = (speed: number | null) => (speed === null ? 0 : Number((speed / KNOT).toFixed(4)))

/** UTC as Traccar writes it. */
export const timeOf = (time: string) => new Date(time).toISOString().replace('Z', '+00:00')
