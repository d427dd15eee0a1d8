// What every scenario is told: it lies beside them in the folder where the SDKs are installed.

/**
 * `modelUrl` of the scripted model server, `otlpUrl` of the collector (a base: signals' paths go behind it), the model,
 * instructions and questions, the session and user that spans have to name, and the weather of each city.
 * @type {{ modelUrl: string, otlpUrl: string, model: string, system: string, questions: [string, string, string],
 *   session: string, user: string, weather: Record<string, object> }}
 */
export const recording = JSON.parse(process.env['RECORDING'] ?? '{}');

export const weatherTool = 'get_weather';
export const weatherDescription = 'The weather in a city right now.';

/** @param {{ city: string }} where */
export const getWeather = ({ city }) => recording.weather[city];

/**
 * Resolves once the run has failed, as it has to.
 * @param {() => Promise<unknown>} run
 */
export async function expectFailure(run) {
  try {
    await run();
  } catch {
    return;
  }
  throw new Error('The refused call did not fail.');
}
