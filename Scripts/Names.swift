// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A client that imports all modules in addition to Foundation and Observation, has its own types with common names, and names
// every public type. `CalculatorView` exports `Calculator`, which exports `Formulas`. Scripts/check-clients builds it;
// Scripts/public-types writes and checks the list of types.

import CalculatorView
import Foundation
import NodeEval
import NodeGraph
import NodeView
import Observation

// The client's own types take precedence over imported ones. For a name that another module also has, the list below states
// the module.
struct Path: Equatable { var components: [String] = [] }
struct Canvas { var width = 0.0 }
struct Point: Equatable { var x = 0.0 }
struct Size: Equatable { var width = 0.0 }
struct Port { var number = 80 }

// The macro expands to code that names the module `Observation`; no type of this package hides that name.
@Observable
final class Model {
  private let evaluator = Evaluator()
  private let price: Variable<Double>
  private(set) var shown = 0.0
  private var token: ObservationToken?

  init() {
    price = evaluator.input("price", 20.0)
    let doubled = evaluator.node("doubled", price) { $0 * 2 }
    token = evaluator.observe(doubled) { [weak self] change in
      if case .success(let value) = change.new { self?.shown = value }
    }
  }

  func set(_ value: Double) { evaluator.set(price, to: value) }
}

/// Names all types without their modules, except where the client has a type of that name.
func nameAll() {
  // types.begin
  _ = CalculatorKinds.self
  _ = CalculatorModel.self
  _ = ChangeReport.self
  _ = Comparison.self
  _ = Completion.self
  _ = (any DocumentCoder).self
  _ = DocumentFile.self
  _ = Expansion.self
  _ = HistoryResult.self
  _ = NamedScenario.self
  _ = NodeChange.self
  _ = NodeChanges.self
  _ = Renaming.self
  _ = Scenarios.self
  _ = Script.self
  _ = Sensitivity.self
  _ = Session.self
  _ = Spread.self
  _ = Sweep.self
  _ = UnrunStatements.self
  _ = ValueStyle.self
  _ = CalculatorController.self
  _ = CalculatorLook.self
  _ = ChartCurve.self
  _ = ChartPicture.self
  _ = GroupEdge.self
  _ = ListColumn.self
  _ = ScenarioTable.self
  _ = SearchText.self
  _ = SessionController.self
  _ = SessionEditor.self
  _ = SessionPage.self
  _ = SessionPicture.self
  _ = ValueSlider.self
  _ = CalculatorType.self
  _ = CalculatorValue.self
  _ = Command.self
  _ = Construction.self
  _ = Diagnostic.self
  _ = DrawnDistribution.self
  _ = FileFailure.self
  _ = Formula.self
  _ = FormulaFailure.self
  _ = FunctionResult.self
  _ = NodeValue.self
  _ = PortReference.self
  _ = RGBColor.self
  _ = SourceName.self
  _ = Statement.self
  _ = StatementLine.self
  _ = SweepRange.self
  _ = Uncertainty.self
  _ = UnitOfMeasure.self
  _ = ColumnCall.self
  _ = Cutoff<Int>.self
  _ = Delay<Int>.self
  _ = (any DescribedError).self
  _ = DocumentReading.self
  _ = DynamicInputs.self
  _ = DynamicOutputs.self
  _ = DynamicPort.self
  _ = Edit.self
  _ = EditCause.self
  _ = EditRecording.self
  _ = ErasedDefault.self
  _ = EvaluationBudget.self
  _ = EvaluationPolicy.self
  _ = Evaluator.self
  _ = EvaluatorSnapshot.self
  _ = ExactSum.self
  _ = Explanation.self
  _ = Fork.self
  _ = GraphBuilder.self
  _ = GraphDeclaration.self
  _ = GraphDeclarationError.self
  _ = GraphFunction<Int>.self
  _ = GraphGroup.self
  _ = GraphPart.self
  _ = GraphPlace.self
  _ = (any GraphReadable).self
  _ = GraphSource<Int>.self
  _ = IdleReason.self
  _ = Inbox.self
  _ = InputChangePolicy.self
  _ = (any InputDeclaration).self
  _ = InputMemory.self
  _ = InputMemoryTypes.self
  _ = InterruptionError.self
  _ = KernelCall.self
  _ = LiteralCoding.self
  _ = LiteralError.self
  _ = ManyPort<Int>.self
  _ = ManyValues<Int>.self
  _ = Need.self
  _ = NodeCost.self
  _ = NodeDefinition.self
  _ = NodeFailure.self
  _ = NodeMemo.self
  _ = NodeRun.self
  _ = NodeStanding.self
  _ = NodeState.self
  _ = ObservationToken.self
  _ = ObservedValue<Int>.self
  _ = Output<Int>.self
  _ = PlanStatistics.self
  _ = (any Readable).self
  _ = RealTimeBlock.self
  _ = RealTimeError.self
  _ = RealTimePlan.self
  _ = Receipt.self
  _ = Reception.self
  _ = RunStatistics.self
  _ = ScenarioError.self
  _ = ScenarioProgram.self
  _ = ScenarioRun.self
  _ = ScopeOutline.self
  _ = Slope.self
  _ = Solutions.self
  _ = SubgraphError.self
  _ = Subgraphs.self
  _ = (any UndoCompanion).self
  _ = ValueChange<Int>.self
  _ = ValueChanges<Int>.self
  _ = ValuePort<Int>.self
  _ = Variable<Int>.self
  _ = Workers.self
  _ = (any AsyncFlowNavigator).self
  _ = (any AsyncFlowReducer).self
  _ = (any AsyncFlowTransitions).self
  _ = Change.self
  _ = Connection.self
  _ = ConnectionLook.self
  _ = ConnectionVerdict.self
  _ = Conversion.self
  _ = DefinitionID.self
  _ = DocumentConnection.self
  _ = DocumentDefinition.self
  _ = DocumentError.self
  _ = DocumentInstance.self
  _ = DocumentLooks.self
  _ = DocumentMigration.self
  _ = DocumentMigrations.self
  _ = DocumentNode.self
  _ = DocumentPath.self
  _ = DocumentValue.self
  _ = EmittingFlow<Int, Int, Int>.self
  _ = FlowBuilder<Int, Int>.self
  _ = FlowDeclaration<Int, Int>.self
  _ = FlowEditError<Int, Int>.self
  _ = FlowError<Int, Int>.self
  _ = FlowGraph<Int, Int>.self
  _ = FlowMove<Int>.self
  _ = (any FlowNavigator).self
  _ = FlowProgress<Int, Int>.self
  _ = (any FlowReducer).self
  _ = FlowRule<Int, Int>.self
  _ = FlowRuleBuilder<Int, Int>.self
  _ = FlowRun<Int, Int, Int>.self
  _ = FlowState<Int, Int, Int>.self
  _ = FlowTransition<Int>.self
  _ = (any FlowTransitions).self
  _ = FrameID.self
  _ = Graph.self
  _ = GraphColor.self
  _ = GraphDiff.self
  _ = GraphDiffError.self
  _ = GraphDocument.self
  _ = GraphError.self
  _ = GraphFrame.self
  _ = GraphPath.self
  _ = GraphPoint.self
  _ = (any GraphReading).self
  _ = GraphRect.self
  _ = GraphSize.self
  _ = GraphViewState.self
  _ = InputPort.self
  _ = (any InputReference).self
  _ = InstanceID.self
  _ = NamedInput.self
  _ = NamedOutput.self
  _ = NavigationPlan.self
  _ = NodeID.self
  _ = NodeKind.self
  _ = NodeLook.self
  _ = NodeMode.self
  _ = OutputPort.self
  _ = (any OutputReference).self
  _ = PortMatching.self
  _ = PortType.self
  _ = RepairedDocument.self
  _ = TextWidth.self
  _ = Viewport.self
  _ = AccessoryPlacement.self
  _ = AlignmentGuide.self
  _ = BoxPicture.self
  _ = CanvasGroup.self
  _ = DOTPicture.self
  _ = DirtyRegion.self
  _ = (any DrawingCanvas).self
  _ = DrawingPath.self
  _ = EdgeAttributes.self
  _ = EdgeContent.self
  _ = (any EdgeCourse).self
  _ = EdgeEnd.self
  _ = EdgeMarker.self
  _ = EdgePath.self
  _ = EdgeStyle.self
  _ = FittedText.self
  _ = FlowHost<Int, Int>.self
  _ = GraphContents.self
  _ = GraphDrop.self
  _ = GraphGesture.self
  _ = GraphHalo.self
  _ = GraphHost.self
  _ = GraphLooks.self
  _ = GraphMotion.self
  _ = GraphPalette.self
  _ = GraphPayload.self
  _ = GraphSelection.self
  _ = GraphView.self
  _ = GraphViewChange.self
  _ = (any GraphViewDataSource).self
  _ = (any GraphViewDelegate).self
  _ = GraphViewEffect.self
  _ = GraphViewPart.self
  _ = (any GraphViewRendererProvider).self
  _ = GraphViewStep.self
  _ = GraphViewStyle.self
  _ = GridStyle.self
  _ = HitTarget.self
  _ = (any HookedHost).self
  _ = InputEvent.self
  _ = (any InputRowRenderer).self
  _ = InteractionProfile.self
  _ = (any ItemRenderer).self
  _ = LaneList.self
  _ = LayeredLayout.self
  _ = LayoutGraph.self
  _ = LayoutResult.self
  _ = LiveNodes.self
  _ = Minimap.self
  _ = MotionSpring.self
  _ = NodeAlignment.self
  _ = NodeAppearance.self
  _ = NodeFrame.self
  _ = (any NodeGraphDelegate).self
  _ = (any NodePartRenderer).self
  _ = NodeSide.self
  _ = NodeSnapshot.self
  _ = (any OutputRowRenderer).self
  _ = Paint.self
  _ = Recorder<Int>.self
  _ = Recording<Int>.self
  _ = RecordingCanvas.self
  _ = RecordingFault.self
  _ = RecordingLine<Int>.self
  _ = (any RowRenderer).self
  _ = SVGCanvas.self
  _ = SavedFlow<Int, Int>.self
  _ = SnapshotOutcome.self
  _ = SnapshotRequest.self
  _ = Stroke.self
  _ = TextCanvas.self
  _ = TextStyle.self
  _ = TreeDrawing.self
  _ = TreeLayout.self
  _ = ViewportMotion.self
  // types.end
}

nameAll()
print(Path() == Path(components: []), Canvas().width, Point() == Point(x: 0), Size() == Size(), Port().number)
print(UUID().uuidString.count)
let model = Model()
model.set(30)
print(model.shown)
