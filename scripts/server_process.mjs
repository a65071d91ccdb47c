// How the server's process is started, by scripts/bootstrap.mjs, the benchmarks, and where it is written out: Dockerfile
// and docs/ringfence.service. Plain JavaScript, since Node 20 may run it.

/**
 * @param {Record<string, string | undefined>} env
 * @returns {{ args: string[], env: Record<string, string> }} options of Node, and variables that the C library reads
 */
export function serverProcess(env) {
  const low = env.LOW_MEMORY?.trim() === 'on'
  return {
    // Young objects get this many megabytes, three times. V8's own limit is 64 on a large machine.
    args: low
      ? ['--max-semi-space-size=4', '--optimize-for-size', '--liftoff-only']
      : [
          '--max-semi-space-size=16',
          // Otherwise every 64 MB of buffers mark the whole heap: half of the time of an upload, four fifths of a download.
          '--external-memory-accounted-in-global-limit',
        ],
    // glibc keeps a heap for each of a dozen threads, and gives little of them back.
    env: { MALLOC_ARENA_MAX: env.MALLOC_ARENA_MAX ?? '2' },
  }
}
