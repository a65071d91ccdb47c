/** Battery state; available in Chromium, not in Safari and Firefox. */
export async function readBattery(): Promise<BatteryState> {
  const battery = await (navigator as WithBattery).getBattery?.().catch(() => null)
  if (!battery) return { battery: null, charging: null }
  return { battery: Math.round(battery.level * 100), charging: battery.charging }
}

/** `battery` in percent. */
type BatteryState = { battery: number | null; charging: boolean | null }
type WithBattery = { getBattery?: () => Promise<{ level: number; charging: boolean }> }
