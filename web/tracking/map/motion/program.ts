import { fragmentShader, vertexShader } from './shaders.ts'

/** WebGL program and buffers of the marker layer. */
export function createProgram(gl: WebGL2RenderingContext) {
  const program = gl.createProgram()
  const shaders = [compile(gl, gl.VERTEX_SHADER, vertexShader), compile(gl, gl.FRAGMENT_SHADER, fragmentShader)]
  for (const shader of shaders) gl.attachShader(program, shader)
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'link failed')

  const array = gl.createVertexArray()
  const places = gl.createBuffer()
  const styles = gl.createBuffer()
  const uniforms = new Map<string, WebGLUniformLocation | null>()
  gl.bindVertexArray(array)
  attribute(gl, program, 'a_at', places, 2, gl.FLOAT)
  attribute(gl, program, 'a_look', styles, 4, gl.UNSIGNED_BYTE)
  gl.bindVertexArray(null)

  return {
    use(placeData: Float32Array, lookData: Uint8Array) {
      // biome-ignore lint/correctness/useHookAtTopLevel: a WebGL function, not a React hook
      gl.useProgram(program)
      gl.bindVertexArray(array)
      upload(gl, places, placeData)
      upload(gl, styles, lookData)
    },
    uniform(name: string) {
      if (!uniforms.has(name)) uniforms.set(name, gl.getUniformLocation(program, name))
      return uniforms.get(name)!
    },
    release() {
      gl.bindVertexArray(null)
    },
    destroy() {
      gl.deleteProgram(program)
      gl.deleteVertexArray(array)
      for (const buffer of [places, styles]) gl.deleteBuffer(buffer)
      for (const shader of shaders) gl.deleteShader(shader)
    },
  }
}

function compile(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type)!
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
    throw new Error(gl.getShaderInfoLog(shader) ?? 'compile failed')
  return shader
}

function attribute(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  name: string,
  buffer: WebGLBuffer,
  size: number,
  type: number,
) {
  const location = gl.getAttribLocation(program, name)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  gl.enableVertexAttribArray(location)
  gl.vertexAttribPointer(location, size, type, false, 0, 0)
}

function upload(gl: WebGL2RenderingContext, buffer: WebGLBuffer, data: Float32Array | Uint8Array) {
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.STREAM_DRAW)
}

export type Program = ReturnType<typeof createProgram>
