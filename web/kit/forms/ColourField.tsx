import { ColorInput } from '@mantine/core'
import { groupColours } from '#messages/palette.ts'
import type { Shared } from './shared.ts'

/** A colour in hexadecimal, or none. */
export function ColourField({ value, onChange, ...shared }: Props) {
  return (
    <ColorInput
      {...shared}
      format="hex"
      withEyeDropper={false}
      swatches={groupColours}
      maw={320}
      value={value}
      onChange={onChange}
    />
  )
}

type Props = Shared & { value: string; onChange: (colour: string) => void }
