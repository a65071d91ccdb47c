import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { moneyDigits, toMajor, toMinor } from '../format/money.ts'
import { useUnits } from '../format/useUnits.ts'
import { kindOf, type Schema, unwrap } from './schema.ts'
import type { Shared } from './shared.ts'

/** A number, or hours of at most two decimals. Its value is '' while it is empty. */
export function NumberField({ schema, value, onChange, ...shared }: Props) {
  const { t } = useTranslation()
  const whole = unwrap(schema).schema.type !== 'number'
  const hours = kindOf(schema) === 'hours'
  return (
    <NumberInput
      {...shared}
      value={value}
      onChange={(number) => onChange(number === '' ? '' : Number(number))}
      clampBehavior="none"
      allowDecimal={!whole}
      hideControls
      inputMode={whole ? 'numeric' : 'decimal'}
      styles={{ wrapper: { maxWidth: 240 } }}
      {...(hours && { decimalScale: 2, rightSection: t('units.hours'), rightSectionPointerEvents: 'none' })}
    />
  )
}

/** Money: typed in major units of the currency (12.50), kept in minor ones (1250). */
export function MoneyField({ schema: _, currency, value, onChange, ...shared }: Props & { currency: string }) {
  return (
    <NumberInput
      {...shared}
      value={value === '' ? '' : toMajor(Number(value), currency)}
      onChange={(number) => onChange(number === '' ? '' : toMinor(Number(number), currency))}
      clampBehavior="none"
      decimalScale={moneyDigits(currency)}
      fixedDecimalScale
      hideControls
      inputMode="decimal"
      rightSection={currency}
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
      styles={{ wrapper: { maxWidth: 240 } }}
    />
  )
}

/** A speed: typed in whole units of the person, kept in metres per second. */
export function SpeedField({ value, onChange, ...shared }: Omit<Props, 'schema'>) {
  const { speedFigure, speedUnit, toMetresPerSecond } = useUnits()
  return (
    <NumberInput
      {...shared}
      value={value === '' ? '' : speedFigure(Number(value))}
      onChange={(number) => onChange(number === '' ? '' : toMetresPerSecond(Number(number)))}
      clampBehavior="none"
      allowDecimal={false}
      hideControls
      inputMode="numeric"
      rightSection={speedUnit}
      rightSectionWidth={64}
      rightSectionPointerEvents="none"
      styles={{ wrapper: { maxWidth: 240 } }}
    />
  )
}

/** A distance: typed in units of the person with at most one decimal, kept in metres. */
export function DistanceField({ value, onChange, ...shared }: Omit<Props, 'schema'>) {
  const { distanceFigure, distanceUnit, toMetres } = useUnits()
  return (
    <NumberInput
      {...shared}
      value={value === '' ? '' : distanceFigure(Number(value))}
      onChange={(number) => onChange(number === '' ? '' : toMetres(Number(number)))}
      clampBehavior="none"
      decimalScale={1}
      hideControls
      inputMode="decimal"
      rightSection={distanceUnit}
      rightSectionWidth={48}
      rightSectionPointerEvents="none"
      styles={{ wrapper: { maxWidth: 240 } }}
    />
  )
}

type Props = Shared & { schema: Schema; value: number | string; onChange: (value: number | string) => void }
