// The worker as seen from the page: requests wait until it is ready, and stopping starts it anew.

const ADDRESS = JSON.stringify(new URL("worker.js", import.meta.url).href);
const SOURCE = `import(${ADDRESS}).catch((error) => self.postMessage({ stage: "failed", defect: String(error.message ?? error) }))`;

export class Stopped extends Error {}

export class Auditor {
  #worker;
  #waiting = new Map();
  #queue = [];
  #ready = false;
  #number = 0;

  constructor({ onStage, onProgress }) {
    this.onStage = onStage;
    this.onProgress = onProgress;
    this.#start();
  }

  // From a blob the worker inherits the policy of the page; from its own address it would have none.
  #start() {
    const url = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
    this.#ready = false;
    this.#worker = new Worker(url, { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#told(data);
    this.#worker.onerror = (event) => this.#told({ stage: "failed", defect: event.message ?? "" });
  }

  #told(data) {
    if (data.progress) this.onProgress(data.progress);
    if (data.stage) {
      this.#ready = data.stage === "ready";
      this.onStage(data.stage, data.defect ?? "");
      if (this.#ready) for (const message of this.#queue.splice(0)) this.#worker.postMessage(message);
    }
    const waiting = this.#waiting.get(data.id);
    if (!waiting) return;
    this.#waiting.delete(data.id);
    if (data.defect) waiting.reject(new Error(data.defect));
    else waiting.resolve(data.answer);
  }

  get ready() {
    return this.#ready;
  }

  get busy() {
    return this.#waiting.size > 0;
  }

  call(call, ...words) {
    const id = ++this.#number;
    const message = { id, call, words };
    const promise = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    if (this.#ready) this.#worker.postMessage(message);
    else this.#queue.push(message);
    return promise;
  }

  // Python cannot be interrupted from outside without shared memory: the worker ends, another starts.
  stop() {
    this.#worker.terminate();
    this.#queue = [];
    for (const { reject } of this.#waiting.values()) reject(new Stopped());
    this.#waiting.clear();
    this.#start();
  }
}
