import { Button, type ButtonProps } from '@mantine/core'
import { type ActionOptions, useAction } from './useAction.ts'

/** A button that does one thing, and says how it went. */
export function ActionButton({ run: work, done, changes, after, failed, ...props }: Props) {
  const { busy, run } = useAction({ changes, after, failed })
  return <Button variant="default" loading={busy} onClick={() => run(work, done)} {...props} />
}

type Props = ButtonProps & ActionOptions & { run: () => Promise<unknown>; done?: string }
