// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FlyingFox
import Foundation

/// The page's files, and its socket. Other requests are refused: a request must name this machine as its host, which
/// excludes requests that another site has redirected to a name of its own (DNS rebinding), and must come from this page.
struct Site: HTTPHandler {
  private let files: [String: (type: String, content: Data)]
  private let hosts: Set<String>
  private let socket: WebSocketHTTPHandler

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  init(port: UInt16, office: Office) throws {
    hosts = Set(["127.0.0.1", "localhost", "[::1]"].map { "\($0):\(port)" })
    let conversation = MessageFrameWSHandler(handler: Conversation(office: office))
    socket = WebSocketHTTPHandler(handler: LimitedFrames(handler: conversation))
    var files: [String: (type: String, content: Data)] = [:]
    // Files are read once, so no request reaches the file system.
    let folder = Bundle.module.bundleURL.appendingPathComponent("Page")
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      guard let type = Self.types[file.pathExtension] else { continue }
      files["/" + file.lastPathComponent] = (type, try Data(contentsOf: file))
    }
    files["/"] = files["/index.html"]
    self.files = files
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let host = request.headers[.host]?.lowercased(), hosts.contains(host) else {
      return refusal(.forbidden, "the host name is not one of this machine")
    }
    let origin = request.headers[HTTPHeader("Origin")]?.lowercased()
    if request.path == "/socket" {
      // A page always sends its origin when it opens a socket.
      guard origin == "http://\(host)" else { return refusal(.forbidden, "the request comes from another page") }
      return try await socket.handleRequest(request)
    }
    if let origin, origin != "http://\(host)" { return refusal(.forbidden, "the request comes from another page") }
    guard request.method == .GET || request.method == .HEAD else {
      return refusal(.methodNotAllowed, "only GET and HEAD are allowed")
    }
    guard let file = files[request.path] else { return refusal(.notFound, "the file does not exist") }
    var headers = Self.headers(host)
    headers[.contentType] = file.type
    return HTTPResponse(statusCode: .ok, headers: headers, body: request.method == .HEAD ? Data() : file.content)
  }

  private func refusal(_ code: HTTPStatusCode, _ reason: String) -> HTTPResponse {
    var headers = Self.headers("")
    headers[.contentType] = "text/plain; charset=utf-8"
    return HTTPResponse(statusCode: code, headers: headers, body: Data((reason + "\n").utf8))
  }

  private static func headers(_ host: String) -> HTTPHeaders {
    var headers = HTTPHeaders()
    let socket = host.isEmpty ? "" : "; connect-src ws://\(host)"
    headers[HTTPHeader("Content-Security-Policy")] =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'\(socket); base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
    headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
    headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
    headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
    headers[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
    headers[.cacheControl] = "no-store"
    return headers
  }
}
